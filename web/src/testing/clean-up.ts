import { toast } from 'react-toastify/unstyled'
import { vi } from 'vitest'
import { commands } from 'vitest/browser'
import { cleanup } from 'vitest-browser-react/pure'
import { useSending } from '../domain/photo/sending.ts'
import { useDeliveries } from '../features/admin/deliver/deliveries.ts'
import { useJustApproved } from '../features/digital-content/just-approved.ts'
import { useUploads } from '../features/documents/upload/uploads.ts'
import { queryClient } from '../shared/api/query-client.tsx'
import { recordServerTime } from '../shared/format/server-clock.ts'
import { useAdminSession, useSession } from '../shared/stores/session.ts'
import { forgetAnswers } from './api.ts'

const start = window.location.href

/** Brings the page to the state in which a test begins, because all files of component tests in a worker share one page. */
export async function cleanUp(): Promise<void> {
  toast.dismiss()
  await cleanup()
  toast.dismiss()
  vi.useRealTimers()
  await commands.setOffline(false)
  useSession.getState().logout()
  useAdminSession.getState().logout()
  useDeliveries.setState(useDeliveries.getInitialState(), true)
  useJustApproved.setState(useJustApproved.getInitialState(), true)
  useUploads.setState(useUploads.getInitialState(), true)
  useSending.setState(useSending.getInitialState(), true)
  queryClient.clear()
  recordServerTime(new Date().toUTCString())
  forgetAnswers()
  window.history.replaceState(null, '', start)
}
