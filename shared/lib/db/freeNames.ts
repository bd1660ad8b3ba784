import { AppError } from '../errors.ts'

/**
 * Stores a name that no two records of an organization share.
 * @param constraint of the table, which a second record of the name breaks
 * @param record the kind of the record and its name, for people: "tool order_status"
 * @throws AppError name_taken
 */
export async function withFreeName<T>(
  constraint: string,
  record: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Error && 'constraint' in error && error.constraint === constraint))
      throw error
    throw new AppError('name_taken', `There is a ${record} already. Choose another name.`)
  }
}
