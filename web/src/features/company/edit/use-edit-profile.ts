import { type CompanyProfile, updateCompanyProfile } from '@app/contracts/http/company.ts'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useEffectEvent, useState } from 'react'
import { type ApiError, isStatus, messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { companyQuery } from '../../../shared/api/owner.ts'
import { draftOf } from '../../../shared/form/drafts.ts'
import { useForm } from '../../../shared/form/use-form.ts'
import { useSession } from '../../../shared/stores/session.ts'
import { faultsOf, faultsText, filesOf, type ProfileForm } from '../profile-form.ts'
import { toast } from '../toasts.ts'
import { changesOf, choiceOf, type Difference, merge, UNDECIDED, valuesOf } from './profile-changes.ts'

interface Editing {
  /** The profile as it is known now. */
  profile: CompanyProfile
  onSaved: () => void
}

/**
 * The form of a profile as it was seen. What is changed elsewhere meanwhile is told, and merged when it is asked for or when
 * saving is refused for it; nothing that was entered is lost by that, and nothing is written over unseen.
 */
export function useEditProfile({ profile, onSaved }: Editing) {
  const queryClient = useQueryClient()
  const [seen, setSeen] = useState(profile)
  const [differences, setDifferences] = useState<readonly Difference[]>([])
  const [meetings, setMeetings] = useState(0)
  const [isAsked, setAsked] = useState(false)
  const [share, setShare] = useState(0)
  const [failure, setFailure] = useState<string>()
  const before = valuesOf(seen)
  const undecided = differences.filter(({ isDecided }) => !isDecided)

  const form = useForm<ProfileForm, CompanyProfile>({
    initial: before,
    draft: draftOf('owner', `profile ${profile._id}`),
    check: (values) => [...undecided.map((one) => ({ field: choiceOf(one), message: UNDECIDED })), ...faultsOf(values)],
    onRefuse() {
      setAsked(true)
      toast.failed(undecided.length > 0 ? UNDECIDED : faultsText(form.values))
    },
    send: (values) => save(values),
    onSent(saved) {
      queryClient.setQueryData(companyQuery.queryKey, { profile: saved })
      toast.success('Company profile updated successfully!')
      onSaved()
    },
    onFailure(error, isSaid, values) {
      // An ended session is answered elsewhere.
      if (isStatus(error, 401)) return
      const fresh = freshIn(error)
      if (fresh) {
        queryClient.setQueryData(companyQuery.queryKey, { profile: fresh })
        meet(fresh, values)
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
      // What an admin set, or what this very form had sent before, asks nobody for a decision.
      if (merged.differences.length > 0) throw error
      return send(fresh, merged.values, setShare)
    }
  }

  /** Goes on from the profile as it has become, with what was entered. */
  function meet(fresh: CompanyProfile, entered = form.values): void {
    const merged = merge(before, entered, valuesOf(fresh))
    const met = new Set(merged.differences.map(({ name }) => name))
    form.rebase(valuesOf(fresh), merged.values)
    setSeen(fresh)
    setDifferences((earlier) => [...earlier.filter(({ name }) => !met.has(name)), ...merged.differences])
    if (met.size === 0) return
    setAsked(false)
    setMeetings((count) => count + 1)
  }

  /** Decides between both sides of a field. */
  function decide(decided: Difference, side: 'mine' | 'theirs'): void {
    form.set({ [decided.name]: decided[side] })
    setDifferences((all) => all.map((one) => (one.name === decided.name ? { ...one, isDecided: true } : one)))
  }

  // What we save ourselves is no news, also in the moment before its answer.
  const fresh = form.state === 'idle' && (profile.version ?? 0) > (seen.version ?? 0) ? profile : undefined
  const news = fresh ? merge(before, form.values, valuesOf(fresh)).differences : []
  const meetSilently = useEffectEvent(() => fresh && meet(fresh))
  const isNothingNew = fresh !== undefined && news.length === 0
  useEffect(() => {
    if (isNothingNew) meetSilently()
  }, [isNothingNew])

  /** A token that is gone from the storage ends the session here, too. */
  function submit(event: SubmitEvent): void {
    if (useSession.getState().reread()) form.submit(event)
    else event.preventDefault()
  }

  return {
    form: { ...form, submit },
    before,
    changes: changesOf(before, form.values),
    /** What was changed elsewhere, and not looked at yet. */
    news,
    showNews: () => fresh && meet(fresh),
    /** What was changed elsewhere, to be looked at. */
    differences,
    /** How often that was. */
    meetings,
    decide,
    /** Whether what is undecided keeps the form from being sent. */
    isAsked,
    /** How much of the upload is sent, 0 to 1. */
    share,
    /** Why it could not be saved, where no field says so. */
    failure,
  }
}

async function send(seen: CompanyProfile, values: ProfileForm, onProgress: (share: number) => void): Promise<CompanyProfile> {
  const texts = Object.fromEntries(changesOf(valuesOf(seen), values).filter(([, value]) => typeof value === 'string'))
  const version = seen.version?.toString()
  const form = { fields: { _id: seen._id, version, ...texts }, files: filesOf(values) }
  return (await call(updateCompanyProfile, { form, onProgress })).companyProfile
}

/** The profile as it has become, where a save is refused for that. */
function freshIn(error: unknown): CompanyProfile | undefined {
  return isStatus(error, 409) ? ((error as ApiError).details as { companyProfile?: CompanyProfile }).companyProfile : undefined
}
