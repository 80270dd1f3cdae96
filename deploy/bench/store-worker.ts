import { startObjectStore } from '../local/parts/object-store/start.ts'
import { answer } from './worker.ts'

export interface StoreQuestion {
  dataDir: string
  accessKey: string
  secretKey: string
}

answer(async (question: StoreQuestion) => {
  const { endpoint } = await startObjectStore({ ...question, log: console })
  return { endpoint }
})
