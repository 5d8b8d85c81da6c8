/**
 * In the place of antd's list of open questions, which `Modal.destroyAll` closes: one that was asked by a hook is never taken
 * out of it, and with it the page that has asked. Nothing here calls `destroyAll`.
 */
class NoQuestions extends Array<() => void> {
  override push(): number {
    return 0;
  }
}

export default new NoQuestions();
