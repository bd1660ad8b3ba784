import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary } from 'preact/hooks'
import { Route, Router, Switch, useLocation } from 'wouter-preact'
import { ErrorNotice } from './components/Notice.tsx'
import { Toasts } from './components/Toasts.tsx'
import { Navigation } from './Navigation.tsx'
import { NotFound } from './pages/NotFound.tsx'
import { SignIn } from './pages/SignIn.tsx'
import { INVITATION as Invitation, OWN_ACCOUNT, SECTIONS } from './routes.ts'
import { Session } from './session.tsx'
import { t } from './texts.tsx'

/** The dashboard: its router, the signed-in user, and the open section. Invited people need no session. */
export const App = () => (
  <Router base="/dashboard">
    <Switch>
      <Route path="/invitation">
        <Invitation />
      </Route>
      <Route>
        <Session otherwise={<SignIn />}>
          <a class="skip" href="#main">
            {t('Skip to content')}
          </a>
          <div class="shell">
            <Navigation />
            <main class="main" id="main">
              <Guarded>
                <Sections />
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

/** Shows a page's error in place of the page, until the user goes elsewhere. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error, forget] = useErrorBoundary()
  const [at] = useLocation()
  useEffect(forget, [at])
  if (error) return <ErrorNotice error={error} onRetry={() => location.reload()} />
  return <>{children}</>
}
