import { Table } from '../../../components/lists/Table.tsx'
import { t } from '../../../lib/texts.tsx'
import type { BadRow } from './csv.ts'

/** Rows of an import that were not added, with their line numbers and the reasons. */
export const BadRows = ({ label, rows }: { label: string; rows: readonly BadRow[] }) => (
  <Table
    label={label}
    rows={rows}
    keyOf={({ line }) => String(line)}
    columns={[
      { name: t('Line'), isNumber: true, cell: ({ line }) => line },
      { name: t('Problem'), isMain: true, cell: ({ reason }) => reason },
      { name: t('Question'), cell: ({ question }) => <p class="knowledge-cell">{question}</p> },
    ]}
  />
)
