import { parentPort } from 'node:worker_threads'

/**
 * Worker thread of a job process. It kills the process if a job exceeds its CPU time, or if the process exceeds its memory. A thread is
 * necessary, because a job may block the main thread. Each message begins a job, or ends the job if it is `null`.
 */

export interface UsageLimits {
  cpuMs: number
  rssBytes: number
}

const CHECK_EVERY_MS = 50

let limits: UsageLimits | null = null
let begun = process.cpuUsage()

parentPort?.on('message', (message: UsageLimits | null) => {
  limits = message
  begun = process.cpuUsage()
})

setInterval(() => {
  if (!limits) return
  const { user, system } = process.cpuUsage(begun)
  if ((user + system) / 1_000 > limits.cpuMs || process.memoryUsage.rss() > limits.rssBytes) process.kill(process.pid, 'SIGKILL')
}, CHECK_EVERY_MS)
