import type { ComponentChildren } from 'preact'
import { useEffect, useErrorBoundary } from 'preact/hooks'
import { Redirect, Route, Router, Switch, useLocation } from 'wouter-preact'
import { NotFound } from '../components/NotFound.tsx'
import { ErrorNotice } from '../components/Notice.tsx'
import { Session, useUser } from '../components/session.tsx'
import { Toasts } from '../components/Toasts.tsx'
import { t } from '../lib/texts.tsx'
import { AskName } from '../pages/sign-in/AskName.tsx'
import { SignIn } from '../pages/sign-in/SignIn.tsx'
import { Keys } from '../palette/Keys.tsx'
import {
  FORGOTTEN as Forgotten,
  INVITATION as Invitation,
  OWN_ACCOUNT,
  RESET as Reset,
  SINGLE_SIGN_ON as SingleSignOn,
  sectionsFor,
} from '../sections.ts'
import { Navigation } from './Navigation.tsx'

/**
 * The dashboard: its router, the signed-in user, and the open section. Pages for signing in need no
 * session.
 */
export const App = () => (
  <Router base="/dashboard">
    <Switch>
      <Route path="/invitation">
        <Invitation />
      </Route>
      <Route path="/forgotten">
        <Forgotten />
      </Route>
      <Route path="/single-sign-on">
        <SingleSignOn />
      </Route>
      <Route path="/reset">
        <Reset />
      </Route>
      <Route>
        <Session otherwise={<SignIn />} askName={(skip) => <AskName onSkip={skip} />}>
          <a class="skip" href="#main">
            {t('Skip to content')}
          </a>
          <button type="button" class="skip" onClick={focusRows}>
            {t('Skip to the list')}
          </button>
          <div class="shell">
            <Navigation />
            <main class="main" id="main" tabIndex={-1}>
              <Guarded>
                <Sections />
              </Guarded>
            </main>
          </div>
          <Keys />
        </Session>
      </Route>
    </Switch>
    <Toasts />
  </Router>
)

/** Selects the first row of the page's list, below its filters and headings. */
const ROW =
  '#main :is(tbody, .threads, [role=listbox], .first-steps > ol, .attention-list, .topics, .newest) :is(a[href], button, [tabindex="0"])'
/** Focuses the first row, or the page itself if it has no list. */
const focusRows = () =>
  (document.querySelector<HTMLElement>(ROW) ?? document.getElementById('main'))?.focus()

/** The sections of the user. Those who do not see the overview begin with the first of theirs. */
function Sections() {
  const sections = sectionsFor(useUser().role).flatMap(({ sections }) => sections)
  return (
    <Switch>
      {[...sections, OWN_ACCOUNT].map(({ path, page: Page }) => (
        <Route key={path} path={path === '/' ? '/' : `${path}/*?`}>
          <Page />
        </Route>
      ))}
      <Route path="/">
        <Redirect to={sections[0]!.path} replace />
      </Route>
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

/** Shows a page's error in place of the page, until the user goes elsewhere. */
function Guarded({ children }: { children: ComponentChildren }) {
  const [error, forget] = useErrorBoundary()
  const [at] = useLocation()
  useEffect(forget, [at])
  if (error) return <ErrorNotice error={error} onRetry={() => location.reload()} />
  return <>{children}</>
}
