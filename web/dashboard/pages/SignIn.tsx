import { useEffect, useState } from 'preact/hooks'
import { Form, TextField } from '../components/Form.tsx'
import { Logo } from '../components/Logo.tsx'
import { signIn } from '../session.tsx'

export function SignIn() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  useEffect(() => {
    document.title = 'Sign in · Parley'
  }, [])
  return (
    <main class="alone">
      <div class="card stack">
        <div class="brand">
          <Logo /> Parley
        </div>
        <h1>Sign in</h1>
        <Form action="Sign in" onSubmit={() => signIn(email, password)}>
          <TextField
            label="Email address"
            name="email"
            type="email"
            autocomplete="username"
            required
            value={email}
            onChange={setEmail}
          />
          <TextField
            label="Password"
            name="password"
            type="password"
            autocomplete="current-password"
            required
            value={password}
            onChange={setPassword}
          />
        </Form>
      </div>
    </main>
  )
}
