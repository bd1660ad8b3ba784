import { Route, Switch } from 'wouter-preact'
import { NotFound } from '../../components/NotFound.tsx'
import { onDemand } from '../../components/onDemand.tsx'
import type { Kind } from '../../components/records/entries.ts'
import { EntryPage } from './EntryPage.tsx'
import { Find } from './Find.tsx'
import { List } from './List.tsx'
import { Synonyms } from './synonyms/Synonyms.tsx'

const Import = onDemand(() => import('./import/Import.tsx').then(({ Import }) => Import))

/**
 * The knowledge section: the list, the search, synonyms, the import of questions, and each entry.
 */
export const Knowledge = () => (
  <Switch>
    <Route path="/knowledge">
      <List />
    </Route>
    <Route path="/knowledge/find">
      <Find />
    </Route>
    <Route path="/knowledge/synonyms">
      <Synonyms />
    </Route>
    <Route path="/knowledge/import">
      <Import />
    </Route>
    <Route path="/knowledge/:kind/:id">
      {({ kind, id }) =>
        kind === 'file' || kind === 'qa' || kind === 'url' ? (
          <EntryPage key={id} kind={kind as Kind} id={id} />
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
