import { localValues } from '../browser/storage.ts'
import { type Caller, claimsOf, sessions } from '../stores/session.ts'
import { type Draft, draftIn } from './draft-storage.ts'

/** Returns the draft of the signed-in user, or undefined without a user. Other users of the browser do not see this draft. */
export function draftOf(caller: Caller, form: string): Draft | undefined {
  const user = claimsOf(sessions[caller].getState().token)?.sub
  return user ? draftIn(localValues, `${user} ${form}`) : undefined
}
