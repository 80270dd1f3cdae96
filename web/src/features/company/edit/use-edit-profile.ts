import { type CompanyProfile, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { type ApiError, isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { companyQuery } from '../../../shared/api/company.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { toast } from '../../../shared/ui/notify.tsx'
import { faultsOf, faultsText, filesOf, type ProfileForm } from '../profile-form.ts'
import { changesOf, type Difference, merge, radioGroupOf, UNDECIDED, valuesOf } from './profile-changes.ts'

interface Editing {
  profile: CompanyProfile
  onSaved: () => void
}

/** Changes made elsewhere are merged when the owner asks for it, or when saving fails with 409. Entered values are never lost. */
export function useEditProfile({ profile, onSaved }: Editing) {
  const queryClient = useQueryClient()
  const [seen, setSeen] = useState(profile)
  const [differences, setDifferences] = useState<readonly Difference[]>([])
  const [mergeCount, setMergeCount] = useState(0)
  const [showUndecided, setShowUndecided] = useState(false)
  const [share, setShare] = useState(0)
  const [failure, setFailure] = useState<string>()
  const before = valuesOf(seen)
  const undecided = differences.filter(({ isDecided }) => !isDecided)

  const form = useForm<ProfileForm, CompanyProfile>({
    initial: before,
    draft: draftOf('owner', `profile ${profile._id}`),
    check: (values) => [...undecided.map((one) => ({ field: radioGroupOf(one), message: UNDECIDED })), ...faultsOf(values)],
    onRefuse() {
      setShowUndecided(true)
      toast.failed(undecided.length > 0 ? UNDECIDED : faultsText(form.values))
    },
    send: (values) => save(values),
    onSent(saved) {
      queryClient.setQueryData(companyQuery.queryKey, { profile: saved })
      toast.success('Company profile updated successfully!')
      onSaved()
    },
    onFailure(error, isSaid, values) {
      // The page handles an expired session (401).
      if (isStatus(error, 401)) return
      const fresh = freshIn(error)
      if (fresh) {
        queryClient.setQueryData(companyQuery.queryKey, { profile: fresh })
        mergeFresh(fresh, values)
      }
      const message = messageOf(error, 'Failed to update company profile')
      setFailure(fresh || isSaid ? undefined : message)
      toast.failed(message)
    },
  })

  async function save(values: ProfileForm): Promise<CompanyProfile> {
    setShare(0)
    setFailure(undefined)
    try {
      return await send(seen, values, setShare)
    } catch (error) {
      const fresh = freshIn(error)
      if (!fresh) throw error
      const merged = merge(before, values, valuesOf(fresh))
      // There are two cases without a difference. In the first case, only fields that the form does not contain were changed elsewhere. In
      // the second case, an earlier request stored the changes of this form, but its response was lost.
      if (merged.differences.length > 0) throw error
      return send(fresh, merged.values, setShare)
    }
  }

  /** Merges a newer profile into the form and keeps the entered values. The next save is based on the newer version. */
  function mergeFresh(fresh: CompanyProfile, entered = form.values): void {
    const merged = merge(before, entered, valuesOf(fresh))
    const mergedNames = new Set(merged.differences.map(({ name }) => name))
    form.rebase(valuesOf(fresh), merged.values)
    setSeen(fresh)
    setDifferences((earlier) => [...earlier.filter(({ name }) => !mergedNames.has(name)), ...merged.differences])
    if (mergedNames.size === 0) return
    setShowUndecided(false)
    setMergeCount((count) => count + 1)
  }

  function decide(decided: Difference, side: 'mine' | 'theirs'): void {
    form.set({ [decided.name]: decided[side] })
    setDifferences((all) => all.map((one) => (one.name === decided.name ? { ...one, isDecided: true } : one)))
  }

  // While a save is in progress, a newer profile is probably the result of the save and not a change made elsewhere.
  const fresh = form.state === 'idle' && (profile.version ?? 0) > (seen.version ?? 0) ? profile : undefined
  const news = fresh ? merge(before, form.values, valuesOf(fresh)).differences : []
  const mergeSilently = useEffectEvent(() => fresh && mergeFresh(fresh))
  const isNothingNew = fresh !== undefined && news.length === 0
  useEffect(() => {
    if (isNothingNew) mergeSilently()
  }, [isNothingNew])

  /** Submits the form. Ends the session instead if local storage has no token, for example after a sign-out in another tab. */
  function submit(event: SubmitEvent): void {
    if (useSession.getState().reread()) form.submit(event)
    else event.preventDefault()
  }

  return {
    form: { ...form, submit },
    before,
    changes: changesOf(before, form.values),
    /** Changes made elsewhere that are not merged yet. */
    news,
    showNews: () => fresh && mergeFresh(fresh),
    /** Changes made elsewhere that were merged into the form. */
    differences,
    mergeCount,
    decide,
    /** Whether undecided fields show an error. True after the owner has tried to save. */
    showUndecided,
    share,
    /** The error message of the last save, unless a field shows it. */
    failure,
  }
}

async function send(seen: CompanyProfile, values: ProfileForm, onProgress: (share: number) => void): Promise<CompanyProfile> {
  const texts = Object.fromEntries(changesOf(valuesOf(seen), values).filter(([, value]) => typeof value === 'string'))
  const version = seen.version?.toString()
  const form = { fields: { _id: seen._id, version, ...texts }, files: filesOf(values) }
  return (await call(updateCompanyProfile, { form, onProgress })).companyProfile
}

/** Returns the current profile from a 409 response. */
function freshIn(error: unknown): CompanyProfile | undefined {
  return isStatus(error, 409) ? ((error as ApiError).details as { companyProfile?: CompanyProfile }).companyProfile : undefined
}
