import type { ComponentChildren } from 'preact'
import { Suspense } from 'preact/compat'
import { useErrorBoundary } from 'preact/hooks'
import { Route, Router, Switch } from 'wouter-preact'
import { Loading } from './components/Loading.tsx'
import { ErrorNotice } from './components/Notice.tsx'
import { Toasts } from './components/Toasts.tsx'
import { Navigation } from './Navigation.tsx'
import { NotFound } from './pages/NotFound.tsx'
import { SignIn } from './pages/SignIn.tsx'
import { INVITATION as Invitation, OWN_ACCOUNT, SECTIONS } from './routes.ts'
import { Session } from './session.tsx'

/** What the dashboard is, outermost first: an address, somebody who is signed in, and one of the sections. Guests come by invitation. */
export const App = () => (
  <Router base="/dashboard">
    <Switch>
      <Route path="/invitation">
        <Suspense fallback={<Loading />}>
          <Invitation />
        </Suspense>
      </Route>
      <Route>
        <Session otherwise={<SignIn />}>
          <a class="skip" href="#main">
            To the contents
          </a>
          <div class="shell">
            <Navigation />
            <main class="main" id="main">
              <Guarded>
                <Suspense fallback={<Loading />}>
                  <Sections />
                </Suspense>
              </Guarded>
            </main>
          </div>
        </Session>
      </Route>
    </Switch>
    <Toasts />
  </Router>
)

const Sections = () => (
  <Switch>
    {[...SECTIONS.flatMap(({ sections }) => sections), OWN_ACCOUNT].map(({ path, page: Page }) => (
      <Route key={path} path={path === '/' ? '/' : `${path}/*?`}>
        <Page />
      </Route>
    ))}
    <Route>
      <NotFound />
    </Route>
  </Switch>
)

/** An error in a page takes the page alone. After a new version, old parts of it cannot be loaded any more. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error] = useErrorBoundary()
  if (error) return <ErrorNotice error={error} onRetry={() => location.reload()} />
  return <>{children}</>
}
