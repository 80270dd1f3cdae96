import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { openZip, type ZipReader } from '@app/chassis/exports/zip-reader.ts'
import { exportedDocuments } from '@app/contracts/export/documents.ts'
import type { ExportKind } from '@app/contracts/export/export-kind.ts'
import { exportedTasks } from '@app/contracts/export/tasks.ts'
import { type CompanyExport, downloadExport, listOwnExports, requestOwnExport } from '@app/contracts/http/exports.ts'
import { listTasks, type Task } from '@app/contracts/http/tasks.ts'
import { checkArchive, recordsOf } from '../../../company-import/check-archive.ts'
import { unlessInterrupted } from '../../bench/interruption.ts'
import { until } from '../../bench/owner.ts'
import type { Ask } from './ask.ts'

interface ExportStory {
  /** URL of the gateways. */
  origin: string
  token: string
  companyId: string
  /** Number of the company's documents. */
  documents: number
}

const READY_MS = 300_000
const MAX_BYTES = 1e9
const DOWNLOADS_MAX = 20
const WAIT_MS = 500

/** Saves the file of an export. Requests another URL and begins again if the download is interrupted. */
async function download(ask: Ask, { origin, token }: ExportStory, id: string, path: string): Promise<void> {
  const { method, url } = downloadExport
  for (let attempt = 1; ; attempt += 1) {
    const { url: file } = await ask<{ url: string }>({ method, path: url.replace(':id', id), token })
    try {
      const response = await fetch(new URL(file, origin))
      if (!response.ok || !response.body) throw new Error(`The download of an export failed with status ${response.status}`)
      return await pipeline(Readable.fromWeb(response.body), createWriteStream(path))
    } catch (error) {
      if (attempt === DOWNLOADS_MAX) throw error
      await unlessInterrupted(sleep(WAIT_MS))
    }
  }
}

async function idsOf(zip: ZipReader, kind: ExportKind): Promise<string[]> {
  const ids: string[] = []
  for await (const record of recordsOf(zip, kind)) ids.push((record as { id: string }).id)
  return ids
}

/**
 * Exports the company and downloads the ZIP file. Throws if the file is damaged, if the file store has lost a file, or if the tasks and
 * documents in it aren't those of the company, each once.
 */
export async function runExportStory(ask: Ask, exporting: ExportStory): Promise<void> {
  const { token, companyId, documents } = exporting
  const { _id: id } = await ask<CompanyExport>({ method: requestOwnExport.method, path: requestOwnExport.url, token })
  const isReady = async () => {
    const [newest] = await ask<CompanyExport[]>({ method: listOwnExports.method, path: listOwnExports.url, token })
    if (newest?._id !== id || newest.state === 'failed') throw new Error(`The export of ${companyId} failed or has changed`)
    return newest.state === 'ready'
  }
  await until(`the export of ${companyId} is ready`, isReady, READY_MS)
  const tasks = await ask<Task[]>({ method: listTasks.method, path: listTasks.url.replace(':companyProfileId', companyId), token })

  const folder = await mkdtemp(join(tmpdir(), 'palmetto-story-export-'))
  try {
    const path = join(folder, 'export.zip')
    await download(ask, exporting, id, path)
    const zip = await openZip(path, MAX_BYTES)
    try {
      const { missing, records } = await checkArchive(zip)
      const exported = (await idsOf(zip, exportedTasks)).toSorted()
      const expected = tasks.map(({ _id }) => _id).toSorted()
      if (!isDeepStrictEqual(exported, expected) || missing.length > 0 || records[exportedDocuments.name] !== documents)
        throw new Error(`The export of ${companyId} is incomplete: ${JSON.stringify({ missing, records, tasks: tasks.length })}`)
    } finally {
      await zip.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
