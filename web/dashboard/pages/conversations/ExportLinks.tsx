import { Download } from 'lucide-preact'
import { exportAddress } from './threads.ts'

/** The transcripts as files: links, so that the browser keeps even a large one while it comes. */
export const ExportLinks = ({ path, query = {} }: { path: string; query?: Record<string, unknown> }) => (
  <>
    <a class="button plain" href={exportAddress(path, query, 'csv')} download>
      <Download size={17} aria-hidden="true" />
      CSV
    </a>
    <a class="button plain" href={exportAddress(path, query, 'jsonl')} download>
      <Download size={17} aria-hidden="true" />
      JSON lines
    </a>
  </>
)
