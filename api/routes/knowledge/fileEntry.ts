import { FILE_TYPES } from '../../../shared/fileTypes.ts'
import { orNull, text } from '../../http/plainSchemas.ts'
import { entryPresenter, entryRecord } from './entries.ts'

export const fileFields = {
  title: { type: 'string', minLength: 1, maxLength: 300, pattern: '\\S', examples: ['Terms'] },
  file_type: { type: 'string', enum: FILE_TYPES },
  summary: { type: 'string', maxLength: 5000 },
} as const

export const fileEntry = entryRecord('FileEntry', {
  title: fileFields.title,
  file_type: orNull(fileFields.file_type),
  summary: orNull(fileFields.summary),
  file_name: { ...orNull(text), description: 'Null while the entry has no content.' },
  size_bytes: { ...orNull({ type: 'integer' }), description: 'Null while the entry has no content.' },
})
export const presentFile = entryPresenter(fileEntry)
