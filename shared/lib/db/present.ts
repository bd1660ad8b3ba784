/**
 * Returns a function that presents a row: the kind of record as `object`, if it is given, and these
 * fields in this order.
 */
export function fieldsOf<Row extends object>(
  kind: string | undefined,
  names: readonly (keyof Row)[],
): (row: Row) => Partial<Row> {
  const object = kind ? { object: kind } : {}
  return (row) =>
    ({ ...object, ...Object.fromEntries(names.map((name) => [name, row[name]])) }) as Partial<Row>
}

/** Does the same for a stored record, which has an id and two times beside its own fields. */
export const recordOf = <Row extends { id: string; created_at: Date; updated_at: Date }>(
  kind: string,
  names: readonly (keyof Row)[],
) => fieldsOf<Row>(kind, ['id', ...names, 'created_at', 'updated_at'])
