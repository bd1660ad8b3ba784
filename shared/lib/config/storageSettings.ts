/** Settings of the storage for uploaded files, and how many attachments come into it. */
export const storageSettings = {
  S3_BUCKET: {
    type: 'string',
    pattern: '^[A-Za-z0-9][A-Za-z0-9._-]{1,253}$',
    description:
      'Bucket of an S3-compatible storage for uploaded files. Unset: they are kept in PostgreSQL.',
  },
  S3_ENDPOINT: {
    type: 'string',
    format: 'uri',
    pattern: '^https?://',
    description: 'Address of an S3-compatible server. Unset: AWS.',
  },
  S3_REGION: { type: 'string', default: 'us-east-1', description: 'Region of the bucket.' },
  S3_ACCESS_KEY_ID: {
    type: 'string',
    description: 'Key that may read, write and delete in S3_BUCKET.',
  },
  S3_SECRET_ACCESS_KEY: { type: 'string', description: 'Its secret.' },
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
    description:
      'Files in 24 hours that are uploaded for the messages of one session or conversation.',
  },
  ATTACHMENTS_ORGANIZATION_DAILY_MEGABYTES: {
    type: 'integer',
    minimum: 1,
    maximum: 1_000_000,
    default: 1_000,
    description:
      'Megabytes in 24 hours of all files that are uploaded for messages of one organization.',
  },
} as const
