import { parentPort } from 'node:worker_threads'
import { judgeRegex } from './judge-regex.ts'

parentPort?.on('message', ({ source, flags }: { source: string; flags: string }) => {
  parentPort?.postMessage(judgeRegex(source, flags))
})
