import { Route, Switch } from 'wouter-preact'
import { EndpointList } from './EndpointList.tsx'
import { EndpointPage } from './EndpointPage.tsx'
import { LiveEvents } from './live/LiveEvents.tsx'

/** The section's pages. */
export const Webhooks = () => (
  <Switch>
    <Route path="/webhooks">
      <EndpointList />
    </Route>
    <Route path="/webhooks/events">
      <LiveEvents />
    </Route>
    <Route path="/webhooks/:id">{({ id }) => <EndpointPage key={id} id={id} />}</Route>
  </Switch>
)
