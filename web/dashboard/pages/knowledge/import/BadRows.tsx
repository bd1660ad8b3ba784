import { Table } from '../../../components/lists/Table.tsx'
import type { BadRow } from './csv.ts'

/** Rows of an import that were not added, with their lines and the reasons. */
export const BadRows = ({ label, rows }: { label: string; rows: readonly BadRow[] }) => (
  <Table
    label={label}
    rows={rows}
    keyOf={({ line }) => String(line)}
    columns={[
      { name: 'Line', isNumber: true, cell: ({ line }) => line },
      { name: 'Problem', isMain: true, cell: ({ reason }) => reason },
      { name: 'Question', cell: ({ question }) => <p class="knowledge-cell">{question}</p> },
    ]}
  />
)
