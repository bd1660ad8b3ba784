import { Route, Switch } from 'wouter-preact'
import { WidgetList } from './WidgetList.tsx'
import { WidgetPage } from './WidgetPage.tsx'

export const Widgets = () => (
  <Switch>
    <Route path="/widgets">
      <WidgetList />
    </Route>
    <Route path="/widgets/:id">{({ id }) => <WidgetPage key={id} id={id} />}</Route>
  </Switch>
)
