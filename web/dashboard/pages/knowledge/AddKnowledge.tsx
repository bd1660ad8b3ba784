import { FileUp, Globe, MessageCircleQuestion, Table2 } from 'lucide-preact'
import { useState } from 'preact/hooks'
import { Button, ButtonLink } from '../../components/Button.tsx'
import { AddFiles } from './AddFiles.tsx'
import { AddPages } from './AddPages.tsx'
import { AddPair } from './AddPair.tsx'

/** The ways by which knowledge comes in. */
export function AddKnowledge() {
  const [open, setOpen] = useState<'files' | 'pages' | 'pair'>()
  const close = () => setOpen(undefined)
  return (
    <>
      <Button icon={Globe} onClick={() => setOpen('pages')}>
        Add web pages
      </Button>
      <Button icon={MessageCircleQuestion} onClick={() => setOpen('pair')}>
        Add a question
      </Button>
      <ButtonLink to="/knowledge/import" icon={Table2}>
        Import questions
      </ButtonLink>
      <Button kind="primary" icon={FileUp} onClick={() => setOpen('files')}>
        Add files
      </Button>
      {open === 'files' && <AddFiles onClose={close} />}
      {open === 'pages' && <AddPages onClose={close} />}
      {open === 'pair' && <AddPair onClose={close} />}
    </>
  )
}
