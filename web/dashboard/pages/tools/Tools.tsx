import { Route, Switch } from 'wouter-preact'
import { McpServers } from './McpServers.tsx'
import { ToolList } from './ToolList.tsx'

/** The section's pages. */
export const Tools = () => (
  <Switch>
    <Route path="/tools">
      <ToolList />
    </Route>
    <Route path="/tools/servers">
      <McpServers />
    </Route>
  </Switch>
)
