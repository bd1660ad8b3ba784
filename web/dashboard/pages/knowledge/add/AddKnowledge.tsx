import { FileUp, Globe, MessageCircleQuestion, Plus, Table2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../../components/Button.tsx'
import { Dialog } from '../../../components/Dialog.tsx'
import { AddPair } from '../../../components/records/AddPair.tsx'
import { t } from '../../../lib/texts.tsx'
import { AddFiles } from './AddFiles.tsx'
import { AddPages } from './AddPages.tsx'

type Adding = 'files' | 'pages' | 'pair' | 'table'

const KINDS: readonly (readonly [Adding, typeof Globe, string])[] = [
  ['files', FileUp, t('Files')],
  ['pages', Globe, t('Web pages')],
  ['pair', MessageCircleQuestion, t('Question and answer')],
  ['table', Table2, t('CSV table')],
]

/** The button that adds knowledge of any kind. */
export const AddKnowledge = ({ onAdd }: { onAdd: () => void }) => (
  <Button kind="primary" icon={Plus} onClick={onAdd}>
    {t('Add')}
  </Button>
)

/**
 * The dialog that adds knowledge of any kind.
 * @param kind the kind that is open first; any other text: files
 */
export function AddDialog({ kind, onClose }: { kind: string; onClose: () => void }) {
  const [adding, setAdding] = useState<Adding>(
    KINDS.find(([name]) => name === kind)?.[0] ?? 'files',
  )
  return (
    <Dialog title={t('Add knowledge')} onClose={onClose} wide>
      <fieldset class="knowledge-kinds">
        <legend class="sr-only">{t('Kind')}</legend>
        {KINDS.map(([kind, Icon, name]) => (
          <label key={kind}>
            <input
              class="sr-only"
              type="radio"
              name="knowledge-kind"
              checked={adding === kind}
              onChange={() => setAdding(kind)}
            />
            <Icon size={18} aria-hidden="true" />
            {name}
          </label>
        ))}
      </fieldset>
      {adding === 'files' && <AddFiles onClose={onClose} />}
      {adding === 'pages' && <AddPages onClose={onClose} />}
      {adding === 'pair' && <AddPair onClose={onClose} />}
      {adding === 'table' && <AddTable />}
    </Dialog>
  )
}

const AddTable = () => (
  <div class="stack">
    <p>
      {t(
        'Import up to 5,000 questions with their answers from a table. You choose its columns and check the rows before anything is added.',
      )}
    </p>
    <div class="actions">
      <ButtonLink to="/knowledge/import" kind="primary" icon={Table2}>
        {t('Choose a table')}
      </ButtonLink>
    </div>
  </div>
)
