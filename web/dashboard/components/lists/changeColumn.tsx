import { Pencil, Trash2 } from 'lucide-preact'
import { t } from '../../lib/texts.tsx'
import { Button } from '../Button.tsx'
import type { Column } from './Table.tsx'

/** A column with buttons that edit and delete the row. @param nameOf the row's name in their labels */
export const changeColumn = <Row,>(
  nameOf: (row: Row) => string,
  onEdit: (row: Row) => void,
  onDelete: (row: Row) => void,
): Column<Row> => ({
  name: t('Actions'),
  isUnnamed: true,
  cell: (row) => (
    <div class="row nowrap">
      <Button
        kind="quiet"
        icon={Pencil}
        label={t('Edit {name}', { name: nameOf(row) })}
        data-opens-row
        onClick={() => onEdit(row)}
      />
      <Button
        kind="quiet"
        icon={Trash2}
        label={t('Delete {name}', { name: nameOf(row) })}
        onClick={() => onDelete(row)}
      />
    </div>
  ),
})
