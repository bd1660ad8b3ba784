import { Upload } from 'lucide-preact'
import { useEffect, useState } from 'preact/hooks'
import { t } from '../../../lib/texts.tsx'
import { FILE_KINDS, upload } from './uploads.ts'

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes('Files') ?? false

/**
 * Accepts files that are dropped anywhere on the page, and shows that while files are dragged over
 * it.
 */
export function DropTarget() {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    // A browser opens dropped files in place of the page, unless the page accepts them.
    const over = (event: DragEvent) => {
      if (!hasFiles(event)) return
      event.preventDefault()
      event.dataTransfer!.dropEffect = 'copy'
      setOver(true)
    }
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!relatedTarget) setOver(false)
    }
    const drop = (event: DragEvent) => {
      setOver(false)
      // The dialog may have accepted them already.
      if (!hasFiles(event) || event.defaultPrevented) return
      event.preventDefault()
      upload(filesIn(event.dataTransfer!))
    }
    addEventListener('dragover', over)
    addEventListener('dragleave', leave)
    addEventListener('drop', drop)
    return () => {
      removeEventListener('dragover', over)
      removeEventListener('dragleave', leave)
      removeEventListener('drop', drop)
    }
  }, [])
  if (!isOver) return null
  return (
    <div class="knowledge-drop" role="status">
      <div>
        <Upload size={40} aria-hidden="true" />
        <p>{t('Drop files to add them')}</p>
        <p class="small">{t('{kinds}, up to 20 MB each', { kinds: FILE_KINDS })}</p>
      </div>
    </div>
  )
}

/**
 * Returns the dropped files without folders, which browsers report as files that cannot be read.
 */
export function filesIn({ items, files }: DataTransfer): File[] {
  const folders = new Set(
    [...items]
      .map((item) => (item.kind === 'file' ? item.webkitGetAsEntry?.() : null))
      .filter((entry) => entry?.isDirectory)
      .map((entry) => entry!.name),
  )
  return [...files].filter(({ name }) => !folders.has(name))
}
