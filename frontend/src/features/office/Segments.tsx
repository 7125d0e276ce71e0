type SegmentsProps<Value extends string> = {
  label: string;
  choices: { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
};

/** Segmented control: a few choices side by side, one of which is active. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, choices, value, onChoose } = props;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would bring its own look
    <div role="group" aria-label={label} className="o-segments">
      {choices.map((choice) => (
        <button
          key={choice.value}
          type="button"
          aria-pressed={choice.value === value}
          onClick={() => onChoose(choice.value)}
        >
          {choice.label}
        </button>
      ))}
    </div>
  );
}
