import { Equal, Plus } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Dialog.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { TextArea } from '../../../components/forms/Form.tsx'
import { FormDialog } from '../../../components/forms/FormDialog.tsx'
import { ConfirmSelected, useSelection } from '../../../components/lists/bulk.tsx'
import { changeColumn } from '../../../components/lists/changeColumn.tsx'
import { useSorting } from '../../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../../components/lists/Table.tsx'
import { Page } from '../../../components/Page.tsx'
import { refreshKnowledge } from '../../../components/records/entries.ts'
import { useRights } from '../../../components/session.tsx'
import { answerOf, api, dataOf, type Schemas } from '../../../lib/api.ts'
import { usePages } from '../../../lib/pagesOf.ts'
import { t } from '../../../lib/texts.tsx'

type Group = Schemas['SynonymGroup']

/** The organization's synonyms. Owners and editors change them. */
export function Synonyms() {
  const { mayChange } = useRights()
  const [edited, setEdited] = useState<Group | 'new'>()
  const [deleted, setDeleted] = useState<Group>()
  const pages = usePages<Group>(['knowledge', 'synonyms'], (after) =>
    answerOf(
      api.GET('/api/v1/knowledge/synonyms', {
        params: { query: { limit: 100, ...(after ? { after } : {}) } },
      }),
    ),
  )
  const selection = useSelection(pages.rows.map(({ id }) => id))
  const { sorting, sort } = useSorting(['created_at', 'words'], { by: 'created_at', order: 'asc' })
  const add = mayChange && (
    <Button kind="primary" icon={Plus} onClick={() => setEdited('new')}>
      {t('Add synonyms')}
    </Button>
  )
  return (
    <Page
      title={t('Synonyms')}
      about={t(
        'Words that mean the same in your company. A question with one of them also finds what is written with another, from the next message on.',
      )}
      back={['/knowledge', t('Knowledge')]}
      actions={pages.rows.length > 0 && add}
    >
      <PagedTable
        label={t('Synonyms')}
        pages={pages}
        keyOf={({ id }) => id}
        columns={columnsOf(mayChange, setEdited, setDeleted)}
        sorting={sorting}
        onSort={sort}
        {...(mayChange && {
          selection,
          nameOf: wordsOf,
          actions: (
            <ConfirmSelected
              selection={selection}
              action={t('Delete')}
              title={(count) =>
                t(
                  '{count, plural, one {Delete these synonyms?} other {Delete # groups of synonyms?}}',
                  {
                    count,
                  },
                )
              }
              act={deleteGroup}
              onTried={refreshKnowledge}
              done={(count) =>
                t(
                  '{count, plural, one {Synonyms deleted.} other {Deleted # groups of synonyms.}}',
                  { count },
                )
              }
            >
              {t('Questions with one of their words will find only what has the same word.')}
            </ConfirmSelected>
          ),
        })}
        empty={
          <Empty icon={Equal} title={t('No synonyms yet')} actions={add}>
            {t(
              'Name words that customers use beside the words of your knowledge, such as “sofa” and “couch”, or “PTO” and “paid leave”. Typing errors are found without.',
            )}
          </Empty>
        }
      />
      {edited && (
        <EditSynonyms
          group={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
      {deleted && (
        <Confirm
          title={t('Delete these synonyms?')}
          action={t('Delete')}
          onConfirm={async () => {
            await deleteGroup(deleted.id)
            refreshKnowledge()
          }}
          done={t('Synonyms deleted.')}
          onClose={() => setDeleted(undefined)}
        >
          <p>
            {t('Questions with {words} will find only what has the same word.', {
              words: wordsOf(deleted),
            })}
          </p>
        </Confirm>
      )}
    </Page>
  )
}

const wordsOf = ({ words }: Group) => words.join(', ')

const deleteGroup = (id: string) =>
  dataOf(api.DELETE('/api/v1/knowledge/synonyms/{id}', { params: { path: { id } } }))

function columnsOf(
  mayChange: boolean,
  onEdit: (group: Group) => void,
  onDelete: (group: Group) => void,
): Column<Group>[] {
  const words: Column<Group> = {
    name: t('Words'),
    isMain: true,
    sort: 'words',
    by: wordsOf,
    cell: (group) => (
      <ul class="knowledge-words" lang="">
        {group.words.map((word) => (
          <li key={word}>{word}</li>
        ))}
      </ul>
    ),
  }
  return mayChange ? [words, changeColumn(wordsOf, onEdit, onDelete)] : [words]
}

const wordsIn = (text: string) =>
  text
    .split(/[\n,;=]+/)
    .map((word) => word.trim())
    .filter(Boolean)

function EditSynonyms({ group, onClose }: { group: Group | undefined; onClose: () => void }) {
  const [text, setText] = useState(group?.words.join('\n') ?? '')
  const words = wordsIn(text)
  const save = async () => {
    const body = { words }
    if (group) {
      const params = { path: { id: group.id } }
      await dataOf(api.PATCH('/api/v1/knowledge/synonyms/{id}', { params, body }))
    } else await dataOf(api.POST('/api/v1/knowledge/synonyms', { body }))
    refreshKnowledge()
  }
  return (
    <FormDialog
      title={group ? t('Edit synonyms') : t('Add synonyms')}
      action={t('Save')}
      onSubmit={save}
      done={t('Saved. It applies from the next message on.')}
      disabled={words.length < 2}
      hasCancel={false}
      onClose={onClose}
    >
      <TextArea
        label={t('Words')}
        name="words"
        rows={5}
        required
        placeholder={t('sofa\ncouch')}
        hint={t(
          'One word or phrase per line, 2 to 12 that mean the same, in any language. Plurals and other forms are found without.',
        )}
        value={text}
        onChange={setText}
      />
    </FormDialog>
  )
}
