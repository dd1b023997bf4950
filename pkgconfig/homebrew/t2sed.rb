# A formula for Homebrew on Linux; on macOS, pip installs a wheel.
# A release fills in the URL of its source archive and sha256 (dist/SHA256SUMS).
class T2sed < Formula
  desc "Tells whether a SQL query answers the question it was written for"
  homepage "https://example.invalid/" # placeholder
  url "https://example.invalid/libt2sed-0.10.0.tar.gz" # placeholder
  sha256 "0000000000000000000000000000000000000000000000000000000000000000" # placeholder
  license "MIT"

  depends_on "lemon" => :build
  depends_on "pkgconf" => :build
  depends_on "jansson"
  depends_on :linux
  depends_on "sqlite"
  depends_on "utf8proc"

  def install
    system "make", "install", "PREFIX=#{prefix}", "LIBTORCH=/nonexistent", "LIBEDIT=", "WERROR="
  end

  test do
    (testpath/"lines").write <<~JSON
      {"question": "How many customers are there?", "sql": "SELECT count(*) FROM customer"}
    JSON
    assert_match '"probability"', shell_output("#{bin}/t2sed score lines")
  end
end
