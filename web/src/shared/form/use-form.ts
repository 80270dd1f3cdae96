import { type ChangeEvent, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { ApiError } from '../api/api-error.ts'
import { closeErrorToast } from '../ui/notify.tsx'
import type { Draft } from './draft-storage.ts'
import { useSubmitCycle } from './use-submit-cycle.ts'

interface Fault {
  field: string
  message: string
}

interface FormOptions<V, Answer> {
  initial: V
  /** Returns the values as they are validated and sent, for example trimmed. */
  tidy?: (values: V) => V
  /** Returns the validation errors in the order in which they are shown. It is called again after each change. */
  check?: (values: V) => readonly Fault[]
  /** Whether a field is validated while it is edited, even before the first submit. */
  eager?: boolean
  /** Called with the validation errors when a submit is rejected, so that a toast can show them. The fields always show the errors. */
  onRefuse?: (faults: readonly Fault[]) => void
  /** Sends the values. Rejects if the server did not accept them. */
  send: (values: V) => Promise<Answer>
  /** Called after a successful submit, unless the form was unmounted before. */
  onSent?: (answer: Answer, values: V) => void
  /** Returns the control for a field name in the server's errors, if the names differ. */
  controlOf?: (field: string) => string
  /** Called when the submit fails. `isSaid` is true if the fields show the server's messages. */
  onFailure?: (error: Error, isSaid: boolean, values: V) => void
  /** Time in ms after a successful submit until the form is idle again. If set, a successful submit clears the form. */
  idleAfter?: number
  /** Called when the form is ready for the next submit, unless the form was unmounted before. */
  onIdle?: () => void
  /** Stores all values except files until the form is sent. Do not use it for forms with a secret. */
  draft?: Draft
}

type NameOf<V, T> = { [K in keyof V]: V[K] extends T ? K : never }[keyof V] & string
type FileNameOf<V> = { [K in keyof V]: File extends V[K] ? K : never }[keyof V] & string

type Change = ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>

export type FormOf<V extends object> = ReturnType<typeof useForm<V, unknown>>

/** Converts an object with an optional message for each field to a list of errors. */
export const faultsIn = (sentences: Record<string, string | false | undefined>): Fault[] =>
  Object.entries(sentences).flatMap(([field, message]) => (message ? [{ field, message }] : []))

const noFaults = () => []
const unchanged = <V>(values: V): V => values
const sameName = (field: string): string => field
/** Returns the name of the value that a control edits: "steps" for "steps.0.date". */
const rootOf = (control: string): string => control.split('.')[0] ?? control

/**
 * Manages the values, the error messages, the submit and the draft of a form. A submit with invalid values shows the messages and focuses
 * the first invalid field. After that, each change updates the messages.
 */
export function useForm<V extends object, Answer>(options: FormOptions<V, Answer>) {
  const { tidy = unchanged, check = noFaults, eager = false, onRefuse, send, controlOf = sameName } = options
  const { onSent, onFailure, idleAfter, onIdle } = options
  const [draft] = useState(options.draft)
  const [values, setValues] = useState(options.initial)
  // Refs, because code that runs between two renders also needs the latest values and the latest initial values.
  const latest = useRef(values)
  const initial = useRef(options.initial)
  const [isKept, setKept] = useState(true)
  const [isRestored, setRestored] = useState(false)
  /** The fields whose errors are shown. Undefined before the first submit, unless `eager` is set. */
  const [shown, setShown] = useState<ReadonlySet<string> | undefined>(eager ? new Set() : undefined)
  const [refused, setRefused] = useState<readonly Fault[]>([])
  const element = useRef<HTMLFormElement>(null)
  const cycle = useSubmitCycle(idleAfter, onIdle)
  const isBusy = cycle.state === 'busy'
  const faults = shown ? check(tidy(values)).filter(({ field }) => shown.has(field)) : []

  // The toast of a rejected submit lists what was missing. It is outdated when the user has fixed the last of these fields.
  const hasFaults = faults.length > 0
  useEffect(() => (hasFaults ? closeErrorToast : undefined), [hasFaults])

  function update(next: V): void {
    latest.current = next
    setValues(next)
    const entered = difference(next, initial.current).filter(([, value]) => !(value instanceof File))
    if (entered.length > 0) setKept(draft?.keep(Object.fromEntries(entered)) ?? true)
    else draft?.drop()
  }

  /** Changes values. A change that depends on the latest values is a function. */
  function set(how: Partial<V> | ((latest: V) => Partial<V>)): void {
    const change = typeof how === 'function' ? how(latest.current) : how
    update({ ...latest.current, ...change })
    setRefused((faults) => faults.filter(({ field }) => !(rootOf(field) in change)))
    setShown((fields) => fields && new Set([...fields, ...Object.keys(change)]))
  }

  /** Replaces the initial values and the current values. */
  function rebase(first: V, next: V): void {
    initial.current = first
    update(next)
  }

  function clear(): void {
    update(initial.current)
    setShown(eager ? new Set() : undefined)
    setRefused([])
    setRestored(false)
  }

  // The first render must equal the prerendered page. So an effect adds the draft and the text that was entered before hydration.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on mount
  useLayoutEffect(() => {
    const kept = likeInitial(draft?.read(), initial.current)
    const found = { ...kept, ...enteredIn(element.current, initial.current) }
    if (Object.keys(found).length > 0) update({ ...latest.current, ...found })
    setRestored(Object.keys(kept).length > 0)
  }, [])

  function showFaults(faults: readonly Fault[], render: () => void): void {
    // The message must be in the document before the field gets the focus, so that screen readers read it with the field.
    flushSync(render)
    const fields = new Set(faults.map(({ field }) => field))
    const controls = [...(element.current?.elements ?? [])] as HTMLInputElement[]
    controls.find(({ name }) => fields.has(name))?.focus()
  }

  /**
   * Shows an error of one field before the form is submitted. Like a rejected submit, focuses the field and calls `onRefuse`. The error
   * disappears when the user changes the field.
   */
  function refuse(fault: Fault): void {
    showFaults([fault], () => setRefused([fault]))
    onRefuse?.([fault])
  }

  /**
   * Validates some of the fields, for example those of one step. Shows their errors, and focuses the first field with an error. Returns
   * whether the fields are valid.
   */
  function validate(names: ReadonlySet<string>): boolean {
    const faults = check(tidy(latest.current)).filter(({ field }) => names.has(field))
    const fields = new Set(faults.map(({ field }) => field))
    showFaults(faults, () => setShown(fields.size > 0 || eager ? fields : undefined))
    return fields.size === 0
  }

  function submit(event: SubmitEvent): void {
    event.preventDefault()
    if (!cycle.isIdle()) return
    const entered = tidy(latest.current)
    const faults = check(entered)
    if (faults.length > 0) {
      showFaults(faults, () => setShown(new Set(faults.map(({ field }) => field))))
      onRefuse?.(faults)
      return
    }
    const incomplete = incompleteIn(element.current)
    if (incomplete) refuse(incomplete)
    else void sendOff(entered)
  }

  async function sendOff(entered: V): Promise<void> {
    // The errors of the previous submit are outdated.
    setRefused([])
    closeErrorToast()
    let answer: Answer
    try {
      answer = await cycle.run(() => send(entered))
    } catch (error) {
      const sentences = error instanceof ApiError ? error.errors : []
      const named = sentences
        .map(({ field, message }) => ({ field: controlOf(field), message }))
        .filter(({ field }) => rootOf(field) in initial.current)
      showFaults(named, () => setRefused(named))
      return onFailure?.(error as Error, named.length > 0, entered)
    }
    if (idleAfter === undefined) draft?.drop()
    else clear()
    if (element.current) onSent?.(answer, entered)
  }

  const errorOf = (name: string) => [...refused, ...faults].find(({ field }) => field === name)?.message
  const change = (name: string, value: unknown) => set({ [name]: value } as Partial<V>)
  const choice = <N extends NameOf<V, string>>(name: N) => ({
    name,
    value: values[name] as string,
    error: errorOf(name),
    onChange: ({ currentTarget }: Change) => change(name, currentTarget.value),
  })

  return {
    values,
    state: cycle.state,
    set,
    submit,
    refuse,
    validate,
    /** Returns the error message of a control, for example of "steps.0.date". */
    errorOf,
    /** Props of a text field. It is read-only while the form is being sent. */
    text: <N extends NameOf<V, string>>(name: N) => ({ ...choice(name), readOnly: isBusy }),
    choice,
    flag: <N extends NameOf<V, boolean>>(name: N) => ({
      name,
      checked: values[name] as boolean,
      onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) => change(name, currentTarget.checked),
    }),
    file: <N extends FileNameOf<V>>(name: N) => ({
      name,
      file: values[name],
      error: errorOf(name),
      onChange: (file: V[N]) => change(name, file),
    }),
    element,
    /** Whether leaving now would discard input. False while the form is being sent. */
    isUnsent: () => cycle.isIdle() && difference(latest.current, initial.current).length > 0,
    /** Whether the form has input that no draft stores, such as files. */
    isUnkept: cycle.state !== 'done' && (!isKept || Object.values(values).some((value) => value instanceof File)),
    isRestored,
    rebase,
    clear,
  }
}

const difference = <V extends object>(values: V, initial: V): [string, unknown][] =>
  Object.entries(values).filter(([name, value]) => value !== initial[name as keyof V])

/** Returns the fault of the first date or time that was entered only in part. The browser reports its value as empty. */
function incompleteIn(form: HTMLFormElement | null): Fault | undefined {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[]
  const field = controls.find(({ validity }) => validity?.badInput)?.name
  return field ? { field, message: 'Please complete this, or clear it' } : undefined
}

/**
 * Returns the values of a draft that have the same types as the initial values. The fields may have changed since an earlier build stored
 * the draft. A file is returned even if the initial value is a URL. The storage contains no files, but the `read` function of a draft can
 * add files that a page keeps in memory.
 */
function likeInitial<V extends object>(kept: object | undefined, initial: V): Partial<V> {
  const known = Object.entries(kept ?? {}).filter(
    ([name, value]) => typeof value === typeof initial[name as keyof V] || (name in initial && value instanceof File),
  )
  return Object.fromEntries(known) as Partial<V>
}

/** Returns the text that was entered into the fields before React hydrated the form. */
function enteredIn<V extends object>(form: HTMLFormElement | null, initial: V): Partial<V> {
  const controls = [...(form?.elements ?? [])] as HTMLInputElement[]
  const texts = controls.filter(({ name, files }) => !files && typeof initial[name as keyof V] === 'string')
  const entered = texts.filter(({ name, value }) => value !== initial[name as keyof V])
  return Object.fromEntries(entered.map(({ name, value }) => [name, value])) as Partial<V>
}
