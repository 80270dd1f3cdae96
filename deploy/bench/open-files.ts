import { readdir, readFile } from 'node:fs/promises'

/** Returns the number of open files and connections of a process. Works only on Linux (`/proc`). */
export async function openFiles(pid: number): Promise<number> {
  return (await readdir(`/proc/${pid}/fd`)).length
}

export async function requireOpenFiles(count: number): Promise<void> {
  const limits = await readFile('/proc/self/limits', 'utf8')
  // The soft limit is read here. Node.js raises it to the hard limit at the start.
  const most = /^Max open files +(\d+|unlimited)/m.exec(limits)?.[1]
  if (most === 'unlimited' || Number(most) >= count) return
  throw new Error(`This bench needs ${count} open files per process, but the limit is ${most}: raise the hard limit (ulimit -Hn).`)
}
