import { randomBytes } from 'node:crypto'
import type { Db } from '../lib/db/db.ts'
import { prepared, sql } from '../lib/db/statements.ts'
import { notFound } from '../lib/errors.ts'
import type { User } from './users.ts'

/** The beginning of the path of users' photos. The rest cannot be guessed. */
export const PHOTO_PATH = '/photos/'

/** The photo of a user. */
export interface Photo {
  /** Its media type. */
  type: string
  bytes: Buffer
}

/**
 * Stores a user's photo at a new path, or removes it. The previous path no longer works.
 * @returns the user with the new path
 * @throws AppError not_found
 */
export async function setPhoto(
  db: Db,
  { organization_id, id }: Pick<User, 'id' | 'organization_id'>,
  photo: Photo | null,
): Promise<User> {
  const path = photo && PHOTO_PATH + randomBytes(18).toString('base64url')
  const [user] = await sql<User>(db)`
    update users
       set photo = ${path}, photo_type = ${photo?.type ?? null}, photo_bytes = ${photo?.bytes ?? null}::bytea, updated_at = now()
     where organization_id = ${organization_id} and id = ${id}
    returning id, organization_id, email, name, photo, role`
  if (!user) throw notFound('user')
  return user
}

/** Reads the photo at a path, of any organization. The path is the permission to see it. */
export async function readPhoto(db: Db, path: string): Promise<Photo | undefined> {
  const [photo] = await prepared<Photo>(db)`
    select photo_type as type, photo_bytes as bytes from users where photo = ${path}`
  return photo
}
