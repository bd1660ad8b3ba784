import { Route, Switch } from 'wouter-preact'
import { ApplicationList } from './ApplicationList.tsx'
import { ApplicationPage } from './ApplicationPage.tsx'

export const Applications = () => (
  <Switch>
    <Route path="/applications">
      <ApplicationList />
    </Route>
    <Route path="/applications/:id">{({ id }) => <ApplicationPage key={id} id={id} />}</Route>
  </Switch>
)
