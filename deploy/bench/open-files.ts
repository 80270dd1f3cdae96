import { readdir, readFile } from 'node:fs/promises'

/** How many files and connections a process has open. Linux only, as is `/proc`. */
export async function openFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}

/** Fails where a process may not have so many open. */
export async function requireOpenFiles(count: number): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8')
  // Node raises its own limit as far as it may.
  const most = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1]
  if (most === 'unlimited' || Number(most) >= count) return
  throw new Error(`A process may have ${most} files open here, and this takes ${count}: raise the hard limit (ulimit -Hn).`)
}
