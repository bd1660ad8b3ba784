import { FILE_TYPES } from '../../../shared/lib/fileTypes.ts'
import { count, orNull, text } from '../../http/schemas.ts'
import { entryRecord } from './entries.ts'

export const fileFields = {
  title: {
    type: 'string',
    minLength: 1,
    maxLength: 300,
    pattern: '\\S',
    examples: ['Terms'],
    description: 'Title of the file in lists and citations; must not be blank.',
  },
  file_type: {
    type: 'string',
    enum: FILE_TYPES,
    description: 'How the content is read; an upload sets it by the ending of the name.',
  },
  summary: {
    type: 'string',
    maxLength: 5000,
    description: 'Summary of the file; indexed with its content, or in its place.',
  },
} as const

/** How the text of an entry was read that may have it in pictures. */
export const recognized = {
  read_by: orNull(
    {
      type: 'string',
      enum: ['text', 'ocr', 'text_and_ocr'],
      description:
        'How the text of a PDF or picture was read: `text`: the file has it; `ocr`: it was recognized in pictures, such as scanned pages; `text_and_ocr`: some pages so, some so.',
    },
    'it is no PDF or picture, or not read yet',
  ),
  confidence: orNull(
    {
      type: 'number',
      minimum: 0,
      maximum: 1,
      description:
        'How sure text recognition is of its words, on average; below 0.75, check the passages.',
    },
    'no text was recognized',
  ),
} as const

const noContent = 'no file was uploaded'
export const fileEntry = entryRecord('FileEntry', 'A file from which agents may answer.', {
  title: fileFields.title,
  file_type: orNull(fileFields.file_type, 'not given'),
  summary: orNull(fileFields.summary, 'not given'),
  file_name: orNull(text('Name of the file that was uploaded.'), noContent),
  size_bytes: orNull(count('Bytes of the file that was uploaded.'), noContent),
  ...recognized,
})
