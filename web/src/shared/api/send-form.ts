import { noAnswer, timeoutError } from './api-error.ts'
import { type Answer, type Request, responseOf } from './send.ts'

/** An upload has no total time limit. It fails when no bytes are sent for this time. */
const STALL_MS = 60_000

interface Form {
  fields: object
  files?: object
}

/** Sends a multipart form with XMLHttpRequest, because `fetch` reports no upload progress. Fails when no bytes are sent for a minute. */
export function sendForm(request: Request, form: Form, onProgress?: (share: number) => void): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  const { method, url, headers, signal } = request
  if (signal?.aborted) return Promise.reject(signal.reason)

  const xhr = new XMLHttpRequest()
  const abort = () => xhr.abort()
  const giveUp = () => {
    reject(timeoutError())
    xhr.abort()
  }
  let stall = setTimeout(giveUp, STALL_MS)

  xhr.open(method, url)
  for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value)
  xhr.upload.onprogress = ({ loaded, total, lengthComputable }) => {
    clearTimeout(stall)
    stall = setTimeout(giveUp, STALL_MS)
    if (lengthComputable) onProgress?.(loaded / total)
  }
  xhr.onload = () => resolve(responseOf(xhr.status, xhr.responseText, (name) => xhr.getResponseHeader(name)))
  xhr.onerror = () => reject(noAnswer())
  xhr.onabort = () => reject(signal?.reason ?? noAnswer())
  xhr.onloadend = () => {
    clearTimeout(stall)
    signal?.removeEventListener('abort', abort)
  }
  signal?.addEventListener('abort', abort)
  xhr.send(toFormData(form))
  return promise
}

/** Builds the form data. Text fields come first, because the server validates them before it accepts a file. */
function toFormData({ fields, files = {} }: Form): FormData {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) data.append(name, String(value))
  for (const [name, file] of Object.entries(files)) if (file instanceof File) data.append(name, file)
  return data
}
