import type { Plugin } from 'vite';

type Change = readonly [from: string, to: string];

const FROM_CONTEXT = 'useContext(StyleContext)';
const CACHES = '@ant-design/cssinjs/es/';
const UTILS = '@ant-design/cssinjs-utils/es/';

/** What is written in place of what, each exactly once in its file. */
const CHANGES: Readonly<Record<string, readonly Change[]>> = {
  [`${CACHES}StyleContext.js`]: [
    [
      'const StyleContext = ',
      'let given;\nexport const theStyles = () => given ?? StyleContext.__only;\nconst StyleContext = ',
    ],
    [
      'autoPrefix: false\n});',
      'autoPrefix: false\n});\nStyleContext.__only = { hashPriority: "low", cache: createCache(), autoPrefix: false };',
    ],
    [
      '  return /*#__PURE__*/React.createElement(StyleContext.Provider',
      '  given = context;\n  return /*#__PURE__*/React.createElement(StyleContext.Provider',
    ],
  ],
  [`${CACHES}hooks/useStyleRegister.js`]: [
    [`React.${FROM_CONTEXT}`, 'theStyles()'],
    ['import StyleContext, {', 'import { theStyles,'],
  ],
  [`${CACHES}hooks/useCSSVarRegister.js`]: [
    [FROM_CONTEXT, 'theStyles()'],
    ['import StyleContext, {', 'import { theStyles,'],
  ],
  [`${CACHES}hooks/useCacheToken.js`]: [
    [FROM_CONTEXT, 'theStyles()'],
    ['import StyleContext, {', 'import { theStyles,'],
  ],
  'antd/es/theme/useToken.js': [
    [
      'export default function useToken() {\n  const {',
      'const known = new WeakMap();\nexport default function useToken() {\n  const design = React.useContext(DesignTokenContext);\n  const before = known.get(design);\n  if (before) return before;\n  const {',
    ],
    [
      '} = React.useContext(DesignTokenContext);\n  const {\n    csp,\n    getPrefixCls\n  } = React.useContext(ConfigContext);',
      '} = design;',
    ],
    ['getPrefixCls()', "'ant'"],
    ['nonce: csp?.nonce', 'nonce: undefined'],
    [
      "return [mergedTheme, realToken, hashed ? hashId : '', token, cssVar, !!zeroRuntime];",
      "const made = known.get(realToken) ?? [mergedTheme, realToken, hashed ? hashId : '', token, cssVar, false];\n  known.set(design, made).set(realToken, made);\n  return made;",
    ],
  ],
  'antd/es/theme/util/genStyleUtils.js': [
    [
      'const {\n      getPrefixCls,\n      iconPrefixCls\n    } = useContext(ConfigContext);\n    const rootPrefixCls = getPrefixCls();',
      "const rootPrefixCls = 'ant';\n    const iconPrefixCls = defaultIconPrefixCls;",
    ],
    ['const {\n      csp\n    } = useContext(ConfigContext);\n    return csp ?? {};', 'return {};'],
    [
      'const [theme, realToken, hashId, token, cssVar, zeroRuntime] = useLocalToken();\n    return {',
      'const made = useLocalToken();\n    if (made.byName) return made.byName;\n    const [theme, realToken, hashId, token, cssVar, zeroRuntime] = made;\n    return made.byName = {',
    ],
  ],
  [`${UTILS}_util/hooks/useUniqueMemo.js`]: [
    ['return React.useMemo(function () {', 'return (function () {'],
    ['return newValue;\n  }, deps);', 'return newValue;\n  })();'],
  ],
  [`${UTILS}util/genStyleUtils.js`]: [
    // a component with rules and variables
    [
      'return function (prefixCls) {\n      var rootCls = arguments.length > 1 && arguments[1] !== undefined ? arguments[1] : prefixCls;\n      var hashId = useStyle(prefixCls, rootCls);',
      `var known = new WeakMap();
    return function (prefixCls) {
      var rootCls = arguments.length > 1 && arguments[1] !== undefined ? arguments[1] : prefixCls;
      var look = useToken();
      var ofLook = known.get(look);
      if (!ofLook) known.set(look, ofLook = new Map());
      var name = prefixCls + ' ' + rootCls;
      var before = ofLook.get(name);
      if (before) return before;
      var hashId = useStyle(prefixCls, rootCls, look);`,
    ],
    [
      '[rootCls].concat(_toConsumableArray(resolvedExtraPrefixCls)) : rootCls);\n      return [hashId, cssVarCls];',
      '[rootCls].concat(_toConsumableArray(resolvedExtraPrefixCls)) : rootCls, look);\n      var made = [hashId, cssVarCls];\n      ofLook.set(name, made);\n      return made;',
    ],
    [
      'return function (rootCls) {\n      var _useToken = useToken(),',
      'return function (rootCls, look) {\n      var _useToken = look,',
    ],
    // a component with rules only
    [
      'return function (prefixCls) {\n      var rootCls = arguments.length > 1 && arguments[1] !== undefined ? arguments[1] : prefixCls;\n      var _useToken2 = useToken(),',
      `var known = new WeakMap();
    return function (prefixCls) {
      var rootCls = arguments.length > 1 && arguments[1] !== undefined ? arguments[1] : prefixCls;
      var look = arguments[2] || useToken();
      var ofLook = known.get(look);
      if (!ofLook) known.set(look, ofLook = new Set());
      if (ofLook.has(prefixCls)) return look.hashId;
      ofLook.add(prefixCls);
      var _useToken2 = look,`,
    ],
    [
      'var memoizedZeroRuntime = useMemo(function () {\n        return zeroRuntime;\n      }, []);',
      'var memoizedZeroRuntime = zeroRuntime;',
    ],
  ],
};

/** Without counting who uses it: what was computed stays until `app/keptStyles` forgets it, and is written at once. */
const CACHE = `
import { pathKey } from '../Cache';
import { theStyles } from '../StyleContext';
export default function useGlobalCache(prefix, keyPath, make, onRemove, write) {
  const { cache } = theStyles();
  const path = pathKey([prefix, ...keyPath]);
  let entry = cache.opGet(path);
  if (!entry) {
    entry = [1, make()];
    cache.opUpdate(path, () => entry);
    write?.(entry[1]);
  }
  return entry[1];
}
`;

/**
 * Each of antd's components asks for its styles whenever it is drawn: some thirty hooks, which join the token to a text, look for
 * five entries, count their users and undo that when the component goes. A field of a form is eight such components: a third of what
 * the opening of a dialog cost. Here a component looks once whether its styles are known for the look of the moment, the object that
 * `ConfigProvider` gives its tokens as. The portal has one set of styles (`app/Antd`), and antd's own prefixes of class names.
 */
export function knownStyles(): Plugin {
  return {
    name: 'known-styles',
    transform(code, id) {
      const file = id.split('?')[0] ?? '';
      if (file.endsWith(`/node_modules/${CACHES}hooks/useGlobalCache.js`)) return { code: CACHE, map: null };
      const [name, changes] = Object.entries(CHANGES).find(([end]) => file.endsWith(`/node_modules/${end}`)) ?? [];
      if (!name || !changes) return null;
      let changed = code;
      for (const [from, to] of changes) {
        if (changed.split(from).length !== 2) throw new Error(`${name} makes its styles in another way: ${from}`);
        changed = changed.replace(from, () => to);
      }
      return { code: changed, map: null };
    },
  };
}
