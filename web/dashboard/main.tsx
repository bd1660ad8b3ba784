import { QueryClientProvider } from '@tanstack/preact-query'
import { render } from 'preact'
import { App } from './App.tsx'
import { queries } from './api.ts'
import './styles/tokens.css'
import './styles/base.css'
import './styles/shell.css'
import './styles/components.css'
import { applyTheme } from './theme.ts'

applyTheme()
const root = document.getElementById('dashboard')!
root.replaceChildren()
render(
  <QueryClientProvider client={queries}>
    <App />
  </QueryClientProvider>,
  root,
)
