import { BookMarked, Plus } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button } from '../../../components/Button.tsx'
import { Confirm } from '../../../components/Dialog.tsx'
import { Empty } from '../../../components/Empty.tsx'
import { useNew } from '../../../components/forms/useNew.ts'
import { ConfirmSelected, useSelection } from '../../../components/lists/bulk.tsx'
import { changeColumn } from '../../../components/lists/changeColumn.tsx'
import { useSorting } from '../../../components/lists/sorting.ts'
import { type Column, PagedTable } from '../../../components/lists/Table.tsx'
import { Page } from '../../../components/Page.tsx'
import { useRights } from '../../../components/session.tsx'
import { Time } from '../../../components/Time.tsx'
import { api, dataOf } from '../../../lib/api.ts'
import { wholeList } from '../../../lib/pagesOf.ts'
import { t } from '../../../lib/texts.tsx'
import { EditSavedAnswer } from './EditSavedAnswer.tsx'
import { renewSavedAnswers, type SavedAnswer, useSavedAnswers } from './savedAnswers.ts'

/** The saved answers. Owners and editors write them. */
export function SavedAnswers() {
  const { mayChange } = useRights()
  const [isNew, setNew] = useNew()
  const [edited, setEdited] = useState<SavedAnswer>()
  const [deleted, setDeleted] = useState<SavedAnswer>()
  const pages = wholeList(useSavedAnswers())
  const { rows } = pages
  const selection = useSelection(rows.map(({ id }) => id))
  const { sorting, sort } = useSorting(['name', 'changed'], { by: 'name', order: 'asc' })
  const add = mayChange && (
    <Button kind="primary" icon={Plus} onClick={() => setNew('')}>
      {t('Add saved answer')}
    </Button>
  )
  return (
    <Page
      title={t('Saved answers')}
      about={t(
        'Texts that everyone in your organization can put in a reply. Press / in an empty reply.',
      )}
      back={['/inbox', t('Inbox')]}
      actions={rows.length > 0 && add}
    >
      <PagedTable
        label={t('Saved answers')}
        pages={pages}
        keyOf={({ id }) => id}
        remember="saved-answers"
        columns={columnsOf(mayChange, setEdited, setDeleted)}
        sorting={sorting}
        onSort={sort}
        {...(mayChange && {
          selection,
          nameOf: ({ name }: SavedAnswer) => name,
          actions: (
            <ConfirmSelected
              selection={selection}
              action={t('Delete')}
              title={(count) =>
                t(
                  '{count, plural, one {Delete this saved answer?} other {Delete # saved answers?}}',
                  {
                    count,
                  },
                )
              }
              act={deleteAnswer}
              onTried={renewSavedAnswers}
              done={(count) =>
                t(
                  '{count, plural, one {Deleted the saved answer.} other {Deleted # saved answers.}}',
                  {
                    count,
                  },
                )
              }
            >
              {t('Nobody can insert them any more. What was sent before stays.')}
            </ConfirmSelected>
          ),
        })}
        empty={
          <Empty icon={BookMarked} title={t('No saved answers yet')} actions={add}>
            {t('Save what you write to customers again and again, such as how to return an order.')}
          </Empty>
        }
      />
      {mayChange && isNew !== undefined && <EditSavedAnswer onClose={() => setNew(undefined)} />}
      {edited && <EditSavedAnswer answer={edited} onClose={() => setEdited(undefined)} />}
      {deleted && (
        <Confirm
          title={t('Delete this saved answer?')}
          action={t('Delete')}
          onConfirm={async () => {
            await deleteAnswer(deleted.id)
            await renewSavedAnswers()
          }}
          done={t('Deleted {name}.', { name: deleted.name })}
          onClose={() => setDeleted(undefined)}
        >
          {t('Nobody can insert “{name}” any more. What was sent before stays.', {
            name: deleted.name,
          })}
        </Confirm>
      )}
    </Page>
  )
}

const deleteAnswer = (id: string) =>
  dataOf(api.DELETE('/api/v1/saved-answers/{id}', { params: { path: { id } } }))

function columnsOf(
  mayChange: boolean,
  onEdit: (answer: SavedAnswer) => void,
  onDelete: (answer: SavedAnswer) => void,
): Column<SavedAnswer>[] {
  const columns: Column<SavedAnswer>[] = [
    {
      name: t('Name'),
      isMain: true,
      sort: 'name',
      by: ({ name }) => name,
      cell: ({ name }) => <strong dir="auto">{name}</strong>,
    },
    {
      name: t('Text'),
      cell: ({ content }) => (
        <span class="saved-text" dir="auto">
          {content}
        </span>
      ),
    },
    {
      name: t('Changed'),
      sort: 'changed',
      by: ({ updated_at }) => updated_at,
      cell: ({ updated_at }) => (
        <span class="nowrap">
          <Time at={updated_at} />
        </span>
      ),
    },
  ]
  return mayChange ? [...columns, changeColumn(({ name }) => name, onEdit, onDelete)] : columns
}
