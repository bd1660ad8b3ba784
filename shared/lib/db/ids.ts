/**
 * SQL for the smallest UUID of version 7 at a time: its first 48 bits are the time.
 * @param ms SQL for milliseconds since 1970, an integer
 */
export const leastIdAt = (ms: string) => `rpad(lpad(to_hex(${ms}), 12, '0'), 32, '0')::uuid`
