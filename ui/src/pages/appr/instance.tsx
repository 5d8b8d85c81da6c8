import { useParams } from 'react-router';
import { NextTask } from './parts/NextTask';
import { ProcessView } from './parts/ProcessView';

/** One process as a page of its own. */
export default function ProcessPage() {
  const id = Number(useParams().id);
  return <ProcessView id={id} tools={<NextTask instanceId={id} />} />;
}
