import { exportKinds } from '@app/contracts/export/manifest.ts'
import type { ExportRecordsRoute } from '@app/contracts/http/export-records.ts'
import type { App } from '../http/app.ts'

interface Company {
  id: string
  company: { _id: string }
}

/** Returns functions that read the records of a service as an export does. */
export function exportedRecords(app: () => App, { url, service }: ExportRecordsRoute, internalDataKey: string) {
  const request = (
    owner: Company,
    kind: string,
    { query = '', authorization = `Key ${internalDataKey}` }: { query?: string; authorization?: string } = {},
  ) => {
    const path = url.replace(':companyProfileId', owner.company._id).replace(':kind', kind)
    return app().inject({ url: `${path}?ownerId=${owner.id}${query}`, headers: { authorization } })
  }

  /** Reads all records of a kind in pages of this size. */
  async function all(owner: Company, kind: string, limit = 1): Promise<Record<string, unknown>[]> {
    const records: Record<string, unknown>[] = []
    let query = `&limit=${limit}`
    for (;;) {
      const { statusCode, body, headers } = await request(owner, kind, { query })
      if (statusCode !== 200) throw new Error(body)
      for (const line of body.split('\n')) if (line) records.push(JSON.parse(line))
      const cursor = /[?&]cursor=([^&>]+)/.exec(String(headers.link ?? ''))?.[1]
      if (!cursor) return records
      query = `&limit=${limit}&cursor=${cursor}`
    }
  }

  return {
    request,
    all,
    /** Returns the records of every kind, by name of the kind. */
    async every(owner: Company): Promise<Record<string, Record<string, unknown>[]>> {
      const kinds = exportKinds.filter((kind) => kind.service === service).map(({ name }) => name)
      return Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await all(owner, kind)])))
    },
  }
}
