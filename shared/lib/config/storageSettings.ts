import type { SettingTable } from './setting.ts'

/** Settings of the storage for uploaded files, and limits of attachments. */
export const storageSettings = {
  S3_BUCKET: {
    type: 'string',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{1,253}$',
    matters: true,
    description:
      'Bucket for uploaded files, in S3 or a storage that speaks its protocol (S3_ENDPOINT). ' +
      'Needs S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. Unset: files are kept in PostgreSQL.',
  },
  S3_ACCESS_KEY_ID: {
    type: 'string',
    matters: true,
    description: 'Id of a key that may read, write and delete in S3_BUCKET.',
  },
  S3_SECRET_ACCESS_KEY: {
    type: 'string',
    matters: true,
    description: 'Secret of S3_ACCESS_KEY_ID.',
  },
  S3_ENDPOINT: {
    type: 'string',
    format: 'uri',
    pattern: '^https?://',
    examples: ['https://s3.example.com'],
    description: 'Address of an S3-compatible server. Unset: AWS.',
  },
  S3_REGION: { type: 'string', default: 'us-east-1', description: 'Region of the bucket.' },
  S3_FORCE_PATH_STYLE: {
    type: 'boolean',
    default: false,
    description:
      "Whether the bucket is part of the address's path, as with MinIO, and not of its host name.",
  },
  ATTACHMENTS_CHAT_DAILY_LIMIT: {
    type: 'integer',
    minimum: 1,
    maximum: 10_000,
    default: 40,
    readBy: ['web'],
    description:
      'Files in 24 hours that are uploaded for the messages of one session or conversation.',
  },
  ATTACHMENTS_ORGANIZATION_DAILY_MEGABYTES: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    default: 1_000,
    readBy: ['web'],
    description:
      'Size in 24 hours of all files that are uploaded for messages of one organization.',
  },
} as const satisfies SettingTable
