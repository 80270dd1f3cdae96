/**
 * Whether a query returns a row. A statement that inserts, changes or deletes rows must have a `returning` clause. Then the result says
 * whether it found a row.
 */
export const isFound = async (query: { executeTakeFirst(): Promise<unknown> }): Promise<boolean> =>
  (await query.executeTakeFirst()) !== undefined
