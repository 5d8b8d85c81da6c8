/** Escape shuts what opens from the moment it stands there (`build/library-changes`). */
import Portal from '@rc-component/portal';
import { fireEvent } from '@testing-library/react';
import { render } from 'preact';
import { expect, test, vi } from 'vitest';

test('a key that is pressed before the browser has painted what opened shuts it', () => {
  const shut = vi.fn();
  const place = document.body.appendChild(document.createElement('div'));
  // without `act`: what waits for the picture has not been done
  render(
    <Portal open onEsc={({ top }) => top && shut()}>
      <p>dialog</p>
    </Portal>,
    place,
  );
  fireEvent.keyDown(window, { key: 'Escape' });
  expect(shut).toHaveBeenCalledTimes(1);
  render(null, place);
});
