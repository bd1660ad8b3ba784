import { Route, Switch } from 'wouter-preact'
import { NotFound } from '../NotFound.tsx'
import { ThreadList } from './ThreadList.tsx'
import { Transcript } from './Transcript.tsx'

export const Conversations = () => (
  <Switch>
    <Route path="/conversations">
      <ThreadList />
    </Route>
    <Route path="/conversations/:id">{({ id }) => <Transcript key={id} id={id} />}</Route>
    <Route>
      <NotFound />
    </Route>
  </Switch>
)
