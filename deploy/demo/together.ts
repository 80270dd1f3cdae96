/** Waits until all promises are settled, and then throws the first error. So no request is under way after an error. */
export async function together(work: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find(({ status }) => status === 'rejected')
  if (failed?.status === 'rejected') throw failed.reason
}
