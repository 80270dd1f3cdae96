import {
  type CampaignDetail,
  type CampaignStep,
  cancelCampaign,
  changeStep,
  pauseCampaign,
  resumeCampaign,
  sendNow,
  sendToMissed,
  skipDispatch,
} from '@app/contracts/http/campaigns.ts'
import { type Dispatch, type Recipient, resolveUnknown } from '@app/contracts/http/dispatches.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageOf } from '../../../shared/api/api-error.ts'
import { call } from '../../../shared/api/call.ts'
import { keepCampaign, reloadCampaigns } from '../api.ts'
import { toast } from '../toasts.ts'

interface Answer {
  message: string
  campaign: CampaignDetail
}

/** Something done to a campaign, which the server answers as it is then. */
function useAction<Input>(act: (input: Input) => Promise<Answer>, failure: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: act,
    onSuccess({ message, campaign }) {
      toast.success(message)
      keepCampaign(queryClient, campaign)
    },
    onError(error) {
      toast.failed(error, messageOf(error, failure))
      // It may have moved on.
      reloadCampaigns(queryClient)
    },
  })
}

const calls = { pause: pauseCampaign, resume: resumeCampaign, cancel: cancelCampaign }
export type CampaignVerb = keyof typeof calls

export const useCampaignAction = () =>
  useAction(
    ({ id, verb }: { id: string; verb: CampaignVerb }) => call(calls[verb], { params: { id } }),
    'That could not be done. Try again in a moment.',
  )

const dispatchCalls = { 'send-now': sendNow, 'send-to-missed': sendToMissed, skip: skipDispatch }
export type DispatchVerb = keyof typeof dispatchCalls

export const useDispatchAction = () =>
  useAction(
    ({ dispatch: { _id: id }, verb }: { dispatch: Dispatch; verb: DispatchVerb }) => call(dispatchCalls[verb], { params: { id } }),
    'That could not be done. Try again in a moment.',
  )

/** What differs; an image may be another one, or none (''). */
interface StepChange extends Partial<Pick<CampaignStep, 'subject' | 'body'>> {
  date?: string
  attachment?: File | string
}

/** For a form, which says by itself how it failed. */
export function useChangeStep(campaign: CampaignDetail, { _id: stepId, version }: CampaignStep) {
  const queryClient = useQueryClient()
  return async ({ attachment, ...words }: StepChange): Promise<void> => {
    const fields = { version: String(version), ...words, ...(attachment === '' && { attachment: '' as const }) }
    const files = attachment instanceof File ? { attachment } : {}
    try {
      const answer = await call(changeStep, { params: { id: campaign._id, stepId }, form: { fields, files } })
      toast.success(answer.message)
      keepCampaign(queryClient, answer.campaign)
    } catch (error) {
      reloadCampaigns(queryClient)
      throw error
    }
  }
}

export function useResolve(dispatch: Dispatch) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ person, as }: { person: Recipient; as: 'delivered' | 'send-again' }) =>
      call(resolveUnknown, { params: { id: dispatch._id, personId: person._id }, body: { as } }),
    onError: (error) => toast.failed(error, messageOf(error, 'That could not be done. Try again in a moment.')),
    onSettled: () => reloadCampaigns(queryClient),
  })
}
