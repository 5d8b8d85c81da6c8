/*
 * Runs before everything else, in the language every browser speaks. Browsers older than Chrome 87 (Edge 88,
 * Firefox 85, Safari 15.4) get a page that says what to do, instead of a blank one.
 */
(function () {
  function isNewEnough() {
    try {
      return (
        'noModule' in document.createElement('script') &&
        typeof String.prototype.replaceAll === 'function' &&
        window.CSS.supports('inset', '0') &&
        window.CSS.supports('selector(:focus-visible)')
      );
    } catch (error) {
      return false;
    }
  }
  if (isNewEnough()) return;
  document.title = '浏览器版本过低';
  document.getElementById('root').outerHTML =
    '<main style="max-width:560px;margin:12vh auto;padding:0 24px;font:16px/1.8 sans-serif;color:#1b2638">' +
    '<h1 style="font-size:24px">浏览器版本过低</h1>' +
    '<p>本平台需要 Chrome 87、Edge 88、Firefox 85 或更新的浏览器。360、奇安信、统信等浏览器请切换到“极速模式”。</p>' +
    '<p>不支持 Internet Explorer 和兼容模式。如需安装新的浏览器，请联系管理员。</p></main>';
})();
