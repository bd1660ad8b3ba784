import { FileUp, Globe, MessageCircleQuestion, Table2 } from 'lucide-preact'
import { Button, ButtonLink } from '../../../components/Button.tsx'
import { AddFiles } from './AddFiles.tsx'
import { AddPages } from './AddPages.tsx'
import { AddPair } from './AddPair.tsx'

export type Adding = 'files' | 'pages' | 'pair'

/** The buttons that add knowledge. @param onAdd opens the dialog of one of them */
export const AddKnowledge = ({ onAdd }: { onAdd: (what: Adding) => void }) => (
  <>
    <Button icon={Globe} onClick={() => onAdd('pages')}>
      Add web pages
    </Button>
    <Button icon={MessageCircleQuestion} onClick={() => onAdd('pair')}>
      Add a question
    </Button>
    <ButtonLink to="/knowledge/import" icon={Table2}>
      Import questions
    </ButtonLink>
    <Button kind="primary" icon={FileUp} onClick={() => onAdd('files')}>
      Add files
    </Button>
  </>
)

/** The open dialog. It stays when the first entry replaces the empty list, and the buttons in it. */
export function AddDialog({ adding, onClose }: { adding: Adding | undefined; onClose: () => void }) {
  if (adding === 'files') return <AddFiles onClose={onClose} />
  if (adding === 'pages') return <AddPages onClose={onClose} />
  return adding === 'pair' ? <AddPair onClose={onClose} /> : null
}
