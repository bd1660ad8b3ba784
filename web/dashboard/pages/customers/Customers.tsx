import { Route, Switch } from 'wouter-preact'
import { NotFound } from '../../components/NotFound.tsx'
import { Customer } from './Customer.tsx'
import { CustomerList } from './CustomerList.tsx'

export const Customers = () => (
  <Switch>
    <Route path="/customers">
      <CustomerList />
    </Route>
    <Route path="/customers/:id">{({ id }) => <Customer key={id} id={id} />}</Route>
    <Route>
      <NotFound />
    </Route>
  </Switch>
)
