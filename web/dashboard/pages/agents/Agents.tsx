import { Route, Switch } from 'wouter-preact'
import { NotFound } from '../../components/NotFound.tsx'
import { AgentList } from './AgentList.tsx'
import { AgentPage } from './AgentPage.tsx'
import { NewAgent } from './NewAgent.tsx'

export const Agents = () => (
  <Switch>
    <Route path="/agents">
      <AgentList />
    </Route>
    <Route path="/agents/new">
      <NewAgent />
    </Route>
    <Route path="/agents/:id/:tab?">
      {({ id, tab }) =>
        tab === undefined || tab === 'playground' || tab === 'prompt' ? (
          <AgentPage key={id} id={id!} view={tab ?? 'settings'} />
        ) : (
          <NotFound />
        )
      }
    </Route>
    <Route>
      <NotFound />
    </Route>
  </Switch>
)
