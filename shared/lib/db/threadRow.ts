/**
 * SQL that reads the row of a thread. While an old snapshot is open, as during a dump, the index
 * has an entry for each page that has an earlier version of the row, oldest first, and `id = …`
 * reads them all: 85 pages after 250 messages in each of 16 threads. This begins with the newest
 * version. The index has the order, so nothing is sorted.
 * @param id SQL for the thread's id
 * @param lock such as `for key share skip locked`; '': the row is not locked
 */
export const threadRow = (id: string, lock = '') =>
  `(select * from threads where id >= ${id} and id <= ${id} order by id desc limit 1 ${lock})`
