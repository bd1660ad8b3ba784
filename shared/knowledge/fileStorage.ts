import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { withTimeout } from '../lib/async/withTimeout.ts'
import type { Config } from '../lib/config/config.ts'
import type { Db } from '../lib/db/db.ts'
import { boundedBody } from '../lib/egress/boundedRequest.ts'
import { AppError } from '../lib/errors.ts'
import type { Log } from '../lib/observability/log.ts'
import type { StoredFile } from './files.ts'
import { findLeftovers, forgetObjects, recordObject } from './objects.ts'

/**
 * Stores the bytes of uploaded files, both knowledge and attachments: in the database, or with
 * `S3_BUCKET` in an S3-compatible object storage.
 */
export interface FileStorage {
  /**
   * Uploads the bytes of a file to the object storage, if one is set up. This happens before the
   * entry or attachment is stored, so no database connection is held during the upload. If the
   * entry or attachment is never stored, the object is a leftover.
   * @returns the file, with the key of its object if it was uploaded
   * @throws AppError unavailable
   */
  put<File extends { bytes: Buffer }>(
    organizationId: string,
    entryId: string,
    file: File,
  ): Promise<File & { object_key?: string }>
  /** Reads the bytes of a file. @throws AppError file_missing, unavailable */
  get(file: StoredFile): Promise<Buffer>
  /**
   * Deletes objects that no file refers to any more, of one entry or of all entries, at most 500.
   * Never rejects. The next call deletes the rest.
   */
  deleteLeftovers(of?: { organizationId: string; entryId: string }): Promise<void>
  close(): void
}

type StorageConfig = Pick<
  Config,
  | 'S3_BUCKET'
  | 'S3_ENDPOINT'
  | 'S3_REGION'
  | 'S3_ACCESS_KEY_ID'
  | 'S3_SECRET_ACCESS_KEY'
  | 'S3_FORCE_PATH_STYLE'
  | 'times'
>

const LIMITS = { connectionTimeout: 3_000, requestTimeout: 20_000, throwOnRequestTimeout: true }
/** The most bytes of a response. A knowledge file has at most 20 MB, an attachment 10 MB. */
const MAX_BYTES = 24 * 1024 * 1024
/** The most objects that one call deletes, because a shutdown waits for it. */
const MAX_LEFTOVERS = 500

export function makeFileStorage(config: StorageConfig, db: Db, log: Log): FileStorage {
  const Bucket = config.S3_BUCKET
  let client: S3Client | undefined

  async function s3() {
    const { aws, makeClient } = await openS3(config)
    client ??= makeClient()
    return { aws, client }
  }

  /**
   * Returns the error for the client. Logs only names and codes, because the error contains the
   * request with its headers.
   */
  function away(error: unknown, detail: string): AppError {
    const { name, code, $metadata } = error as { name?: string; code?: string; $metadata?: object }
    log.warn({ name, code, ...$metadata }, 'the object storage failed')
    return new AppError('unavailable', detail, { retryAfter: 10 })
  }

  async function sweep(
    Bucket: string,
    of?: { organizationId: string; entryId: string },
  ): Promise<void> {
    const keys = await findLeftovers(db, MAX_LEFTOVERS, of)
    if (keys.length === 0) return
    const { aws, client } = await s3()
    for (const Key of keys) {
      await client.send(new aws.DeleteObjectCommand({ Bucket, Key }))
      await forgetObjects(db, [Key])
    }
  }

  return {
    async put(organization_id, entry_id, file) {
      if (!Bucket) return file
      const Key = `${organization_id}/${entry_id}/${randomUUID()}`
      await recordObject(db, { key: Key, organization_id, entry_id })
      try {
        const { aws, client } = await s3()
        await client.send(new aws.PutObjectCommand({ Bucket, Key, Body: file.bytes }))
      } catch (error) {
        throw away(
          error,
          'The file could not be stored: the object storage does not take it. Try again.',
        )
      }
      return { ...file, object_key: Key }
    },

    async get({ bytes, object_key }) {
      if (bytes) return bytes
      if (!Bucket || !object_key)
        throw missing('The file is in an object storage that is no longer set up.')
      try {
        const { aws, client } = await s3()
        const { Body } = await client.send(new aws.GetObjectCommand({ Bucket, Key: object_key }))
        return Buffer.from(await Body!.transformToByteArray())
      } catch (error) {
        if ((error as { name?: string }).name === 'NoSuchKey')
          throw missing('The file is gone from the object storage. Upload it again.')
        throw away(error, 'The object storage does not give the file.')
      }
    },

    async deleteLeftovers(of) {
      if (!Bucket) return
      const work = sweep(Bucket, of)
      const inItsTime = of
        ? withTimeout(work, config.times.storageMs, () => new Error('late'))
        : work
      await inItsTime.catch((error) => away(error, ''))
    },

    close: () => client?.destroy(),
  }
}

/** Loads the S3 client on first use: it takes 0.3 s and 20 MB. */
async function openS3(config: StorageConfig) {
  const aws = await import('@aws-sdk/client-s3')
  const makeClient = () => {
    const client = new aws.S3Client({
      region: config.S3_REGION,
      ...(config.S3_ENDPOINT && { endpoint: config.S3_ENDPOINT }),
      forcePathStyle: config.S3_FORCE_PATH_STYLE,
      credentials: {
        accessKeyId: config.S3_ACCESS_KEY_ID!,
        secretAccessKey: config.S3_SECRET_ACCESS_KEY!,
      },
      maxAttempts: 2,
      requestHandler: LIMITS,
      // Some S3-compatible servers do not support the newer checksums.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    })
    // This middleware is next to the network, so error responses are limited too. The client
    // decompresses nothing.
    client.middlewareStack.add(
      (next) => async (asked) => {
        const answered = await next(asked)
        const response = answered.response as { body?: unknown }
        if (response.body instanceof Readable) response.body = boundedBody(response.body, MAX_BYTES)
        return answered
      },
      { step: 'deserialize', priority: 'low', name: 'bounded' },
    )
    return client
  }
  return { aws, makeClient }
}

/** Stores, reads and deletes an object of a few bytes. @throws the error of the object storage */
export async function checkFileStorage(config: StorageConfig): Promise<void> {
  const { aws, makeClient } = await openS3(config)
  const client = makeClient()
  const named = { Bucket: config.S3_BUCKET, Key: `doctor/${randomUUID()}` }
  try {
    await client.send(
      new aws.PutObjectCommand({ ...named, Body: Buffer.from('written by the doctor') }),
    )
    await client.send(new aws.GetObjectCommand(named))
    await client.send(new aws.DeleteObjectCommand(named))
  } finally {
    client.destroy()
  }
}

const missing = (detail: string) => new AppError('file_missing', detail)
